#!/bin/sh
# Trains the head that reads Cyrillic, Greek, Vietnamese, Armenian and Georgian letters on pictures
# (docs/notes/ocr.md): typefaces of Debian, lists of words, an hour and a half of one core. Goes on where it was stopped.
#
#   sh recipes/further-scripts/train.sh FOLDER    # from the repository's root
set -eu
folder=$1
mkdir -p "$folder/debs" "$folder/fonts"
for package in liberation dejavu-core dejavu-extra freefont-ttf noto-core noto-mono noto-ui-core \
    roboto-unhinted roboto-slab open-sans paratype croscore play hack jetbrains-mono firacode comfortaa \
    oldstandard sil-gentiumplus sil-charis monoid mononoki fantasque-sans agave gfs-artemisia gfs-didot \
    gfs-neohellenic lobster uralic cantarell crosextra-carlito linuxlibertine ebgaramond monofur 3270; do
    (cd "$folder/debs" && apt-get download -qq "fonts-$package")
done
for deb in "$folder"/debs/*.deb; do dpkg -x "$deb" "$folder/fonts"; done
python=.venv/bin/python
"$python" -m pip install --quiet --target "$folder/packages" 'wordfreq[cjk]==3.1.1' 'Faker==40.63.0'
PYTHONPATH=$folder/packages "$python" recipes/further-scripts/words.py "$folder/words"
set --
for file in "$folder"/words/*.txt; do set -- "$@" --words "$(basename "$file" .txt)=$file"; done
OMP_NUM_THREADS=1 "$python" -m paperformer.learning.further_head "$folder/further_head.onnx" --fonts "$folder/fonts" "$@"
