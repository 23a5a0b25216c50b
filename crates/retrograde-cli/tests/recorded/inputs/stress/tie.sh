# A program that answers every board of p9169 with the same word.
read -r id boards
while [ "$boards" -gt 0 ]; do
    echo "${1:-Tie}"
    boards=$((boards - 1))
done
