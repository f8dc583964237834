export { type OfficeFormat, officeFormatOf } from './formats.ts';
export { createOfficeReader, type OfficeReader } from './office-reader.ts';
