// Checks a running evidence log with third-party code: Go's checksum-database packages
// (golang.org/x/mod/sumdb/note and tlog) and the fsck package of Tessera.
//
//	go run . <base url> <row hash>...
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	fnote "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/tessera/client"
	"github.com/transparency-dev/tessera/fsck"
	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "FAILED:", err)
		os.Exit(1)
	}
}

func get(address string) []byte {
	response, err := http.Get(address)
	must(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(err)
	if response.StatusCode != 200 {
		must(fmt.Errorf("%s answered %s", address, response.Status))
	}
	return body
}

// The log's tiles for Go's tlog, whose own paths also contain the tile height.
type tiles struct{ base string }

func (t tiles) Height() int { return 8 }
func (t tiles) ReadTiles(asked []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, tile := range asked {
		data = append(data, get(t.base+strings.Replace(tile.Path(), "tile/8/", "tile/", 1)))
	}
	return data, nil
}
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}

// isEd25519 tells by the type byte of a verifier key.
func isEd25519(key string) bool {
	parts := strings.SplitN(key, "+", 3)
	if len(parts) < 3 {
		return false
	}
	data, err := base64.StdEncoding.DecodeString(parts[2])
	return err == nil && len(data) == 33 && data[0] == 1
}

func main() {
	base := strings.TrimRight(os.Args[1], "/") + "/evidence/log/"
	keys := strings.Split(strings.TrimSpace(string(get(base+"key"))), "\n")
	key := keys[0]
	verifier, err := note.NewVerifier(key)
	must(err)
	opened, err := note.Open(get(base+"checkpoint"), note.VerifierList(verifier))
	must(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	must(err)
	root, err := tlog.ParseHash(lines[2])
	must(err)
	tree := tlog.Tree{N: size, Hash: root}
	fmt.Printf("note: checkpoint of %d leaves of %s verifies under %s\n", size, lines[0], key)

	// The first keys sign their own note; every change verifies under the old and the new log key.
	notes := 0
	current := ""
	parts := strings.Split(string(get(base+"keys")), "\n\n")
	for i := 0; i+1 < len(parts); i += 2 {
		text := parts[i] + "\n\n" + strings.TrimRight(parts[i+1], "\n") + "\n"
		var signers []string
		for _, line := range strings.Split(parts[i], "\n") {
			_, key, isKey := strings.Cut(line, " log ")
			if isKey && isEd25519(key) { // 0x01: this package knows Ed25519 only
				signers = append(signers, key)
			}
		}
		if len(signers) == 0 { // of another role: the log key that signs then
			signers = append(signers, current)
		}
		for _, signer := range signers {
			one, err := note.NewVerifier(signer)
			must(err)
			_, err = note.Open([]byte(text), note.VerifierList(one))
			must(err)
		}
		current = signers[len(signers)-1]
		notes++
	}
	fmt.Printf("note: %d notes of keys verify, changes under the old and the new key\n", notes)

	// Every leaf from the entry bundles, proven by hashes from the tiles.
	reader := tlog.TileHashReader(tree, tiles{base})
	var entries [][]byte
	for index := int64(0); index*256 < size; index++ {
		path := fmt.Sprintf("tile/entries/%03d", index)
		if width := size - index*256; width < 256 {
			path += fmt.Sprintf(".p/%d", width)
		}
		for bundle := get(base + path); len(bundle) > 0; {
			length := int(binary.BigEndian.Uint16(bundle))
			entries = append(entries, bundle[2:2+length])
			bundle = bundle[2+length:]
		}
	}
	for index, entry := range entries {
		proof, err := tlog.ProveRecord(size, int64(index), reader)
		must(err)
		must(tlog.CheckRecord(proof, size, root, int64(index), tlog.RecordHash(entry)))
	}
	fmt.Printf("tlog: all %d leaves are proven by the tiles\n", len(entries))

	// The proofs that the log itself serves.
	for _, hash := range os.Args[2:] {
		text := string(get(base + "proof/" + url.PathEscape(hash)))
		head, checkpoint, _ := strings.Cut(text, "\n\n")
		fields := strings.Split(head, "\n")
		entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(fields[1], "extra "))
		must(err)
		if !strings.HasPrefix(string(entry), `{"row":"`+hash+`"`) {
			must(fmt.Errorf("the proof of %s is over %s", hash, entry))
		}
		index, err := strconv.ParseInt(strings.TrimPrefix(fields[2], "index "), 10, 64)
		must(err)
		var proof tlog.RecordProof
		for _, line := range fields[3:] {
			one, err := tlog.ParseHash(line)
			must(err)
			proof = append(proof, one)
		}
		_, err = note.Open([]byte(checkpoint), note.VerifierList(verifier))
		must(err)
		must(tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(entry)))
	}
	fmt.Printf("tlog: %d proofs of the log verify\n", len(os.Args[2:]))
	for older := int64(1); older < size; older++ {
		var proof tlog.TreeProof
		for _, line := range strings.Fields(string(get(fmt.Sprintf("%sconsistency?from=%d&to=%d", base, older, size)))) {
			one, err := base64.StdEncoding.DecodeString(line)
			must(err)
			proof = append(proof, tlog.Hash(one))
		}
		oldRoot, err := tlog.TreeHash(older, reader)
		must(err)
		must(tlog.CheckTree(proof, size, root, older, oldRoot))
	}
	fmt.Printf("tlog: every older tree is consistent, %d proofs\n", size-1)

	logVerifier, err := fnote.NewVerifier(key)
	must(err)
	address, err := url.Parse(base)
	must(err)
	fetcher, err := client.NewHTTPFetcher(address, nil)
	must(err)
	bundleHasher := func(bundle []byte) ([][]byte, error) {
		var hashes [][]byte
		for len(bundle) > 0 {
			length := int(binary.BigEndian.Uint16(bundle))
			hash := tlog.RecordHash(bytes.Clone(bundle[2 : 2+length]))
			hashes = append(hashes, hash[:])
			bundle = bundle[2+length:]
		}
		return hashes, nil
	}
	whole := fsck.New(lines[0], logVerifier, fetcher, bundleHasher, fsck.Opts{N: 2})
	must(whole.Check(context.Background()))
	fmt.Println("tessera: fsck finds the log whole")
}
