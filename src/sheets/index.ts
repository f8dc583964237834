export { utf16Of } from './encoding.ts';
export { sheetLimits } from './limits.ts';
export { type OfficePackage, openPackage } from './office-package.ts';
export { SheetFault } from './sheet-fault.ts';
export type { TableRow } from './table-row.ts';
export { xlsxRows, xlsxSheets } from './xlsx-rows.ts';
export { openXml, readXml, relationsOf } from './xml.ts';
