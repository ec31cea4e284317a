// Prints the size of a file: raw, and compressed as servers send it.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const bytes = readFileSync(process.argv[2]);
const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
const gzip = gzipSync(bytes, { level: 9 });
console.log(`${bytes.length} bytes, ${gzip.length} with gzip, ${brotli.length} with brotli`);
