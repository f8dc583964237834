import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { apiTypesOf } from './api-types.mjs';

// Runs in the root folder, after the server has been built.
const path = join('console', 'src', 'server', 'api.d.ts');
const { readApiDocument } = await import(pathToFileURL(join('dist', 'src', 'app', 'api-document.js')).href);
const types = await apiTypesOf(await readApiDocument());
// An unchanged file keeps its time, so that nothing that depends on it is built again.
if (!existsSync(path) || readFileSync(path, 'utf8') !== types) writeFileSync(path, types);
