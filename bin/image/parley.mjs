#!/usr/bin/env node
/** The command line inside the image, where packages, build and models are in place. */
const { main } = await import(new URL('../../dist/src/cli/main.js', import.meta.url).href);
process.exitCode = await main(process.argv.slice(2), process.env);
