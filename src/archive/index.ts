export { type ReadZip, readZip } from './read-zip.ts';
export { writeZip } from './write-zip.ts';
