#!/usr/bin/env bash
# Trains the default model from all-MiniLM-L6-v2, all stages one after the other: about three and a half hours
# on two CPU cores for the first nine, and two more for the others.
#
#   PAPERFORMER_DATA=... PAPERFORMER_RUNS=... bash recipes/default-model.sh
#
# With the argument at-once it is one training on all data (recipes/default-model.yaml), in two hours.
#
# Started again it goes on where it stopped: what is finished is left alone, and a training resumes from its
# checkpoint. It runs with the `python` and `paperformer` of the environment that it is called from. Version 4 is $PAPERFORMER_RUNS/default-4-mean, version 5 default-5-mean and version 6 default-6-mean
# there, before their calibration. Needs the extras [train] and [synthesis], and the data that
# docs/data.md describes, which it looks for first. It repeats the
# procedure and not the weights of models/default: the generator draws other documents today, and some stages were
# stopped by hand (models/default/README.md).
set -euo pipefail
: "${PAPERFORMER_DATA:?names the folder of labelled documents}" "${PAPERFORMER_RUNS:?names a folder with 10 GB of room}"
cd "$(dirname "$0")/.."
runs=$PAPERFORMER_RUNS

python -c 'import paperformer.learning.finetune, paperformer.synthesis.corpus' 2> /dev/null &&
  command -v paperformer > /dev/null || {
  echo "$0: this environment lacks Paperformer with its extras [train] and [synthesis]." \
    "Activate the right one: . .venv/bin/activate" >&2
  exit 2
}
missing=0
for file in receipts-sroie/train.jsonl orders-deepform/train.jsonl.gz invoices-zugferd/train.jsonl \
  receipts-world/train.jsonl.gz; do
  [ -e "$PAPERFORMER_DATA/$file" ] || { echo "$0: $PAPERFORMER_DATA/$file is missing. See docs/data.md" >&2; missing=2; }
done
[ $missing = 0 ] || exit $missing

corpus() { # FILE COUNT SEED [ARGUMENTS]: generated documents
  [ -e "$runs/$1" ] && return
  echo "== $1" >&2
  python -c "
from pathlib import Path
from paperformer.synthesis.corpus import write_corpus
write_corpus(Path('$runs/$1'), $2, $3${4:+, $4})"
}

negatives() { # FILE SEED: 400 pages with nothing to find
  [ -e "$runs/$1" ] && return
  echo "== $1" >&2
  python -c "
from pathlib import Path
from paperformer.synthesis.negatives import write_negatives
write_negatives(Path('$runs/$1'), 400, $2)"
}

stage() { # NUMBER
  [ -e "$runs/default-$1/model/model.onnx" ] && return
  echo "== stage $1" >&2
  paperformer train "recipes/default-model-$1.yaml"
}

mean() { # OUT VERSION MODEL WEIGHT MODEL WEIGHT: the mean of two models
  [ -e "$runs/$1/model.onnx" ] && return
  echo "== mean $1" >&2
  python -c "
from pathlib import Path
from paperformer.learning.soup import mean_of
mean_of({Path('$runs/$3'): $4, Path('$runs/$5'): $6}, Path('$runs/$1'), version='$2')"
}

my="languages=['en-MY'], kinds=['receipt']"
if [ "${1-}" = at-once ]; then
  corpus synthetic7/train.jsonl.gz 8000 21
  corpus synthetic7/receipts-my.jsonl.gz 3000 22 "$my"
  negatives synthetic7/negatives.jsonl.gz 21
  [ -e "$runs/thirds2/documents.jsonl" ] ||
    paperformer synthesize "$runs/thirds2" --count 1500 --seed 17 --kinds invoice,credit_note \
      --layouts thirds,letter --no-pdfs
  [ -e "$runs/worn3/documents.jsonl" ] || paperformer synthesize "$runs/worn3" --count 300 --seed 51 --pictures 1
  paperformer train recipes/default-model.yaml
  exit
fi
corpus synthetic/train.jsonl.gz 2000 1
for number in 1 2 3 4 5; do stage $number; done
corpus synthetic2/train.jsonl.gz 4000 1
corpus synthetic2/valid.jsonl.gz 200 2
corpus synthetic2/receipts-my.jsonl.gz 3000 3 "$my"
for number in 6 7 8; do stage $number; done
corpus synthetic3/train.jsonl.gz 8000 4
corpus synthetic3/receipts-my.jsonl.gz 6000 5 "$my"
corpus synthetic4/train.jsonl.gz 6000 8
negatives synthetic3/negatives.jsonl.gz 1
stage 9
mean default-4-mean 4 default-8/model 1 default-9/model 1
[ -e "$runs/worn/documents.jsonl" ] || paperformer synthesize "$runs/worn" --count 165 --seed 31 --pictures 1
stage 10
mean default-5-mean 5 default-10/model 2 default-4-mean 1
corpus synthetic5/train.jsonl.gz 5000 11
negatives synthetic5/negatives.jsonl.gz 11
corpus synthetic5/receipts-my.jsonl.gz 1500 12 "$my"
[ -e "$runs/worn2/documents.jsonl" ] || paperformer synthesize "$runs/worn2" --count 300 --seed 41 --pictures 1
stage 11
mean default-11-mean 6 default-11/model 1 default-5-mean 2
corpus synthetic6/train.jsonl.gz 4000 13
[ -e "$runs/thirds/documents.jsonl" ] ||
  paperformer synthesize "$runs/thirds" --count 1500 --seed 14 --kinds invoice,credit_note --layouts thirds,letter \
    --no-pdfs
stage 12
mean default-6-mean 6 default-12/model 1 default-11-mean 1
