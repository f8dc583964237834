process.stderr.write('Cannot find package wasm-media-encoders');
process.exit(1);
