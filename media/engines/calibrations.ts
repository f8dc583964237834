import { readdirSync } from 'node:fs';
import type { RecogniserCalibration } from '../language/calibration.ts';
import { checksData } from '../language/checks-data.ts';
import { readData } from '../language/read.ts';

const { calibration } = checksData ? await import('../language/calibration.ts') : { calibration: undefined };

const folder = new URL('../recogniser/calibration/', import.meta.url);

/** Throws `data_file_invalid`. */
export const readCalibration = (file: URL): RecogniserCalibration => readData(file, calibration);

const read = (name: string): RecogniserCalibration => readCalibration(new URL(`${name}.json`, folder));

/** For a recogniser without measurements. */
export const neutralCalibration = read('neutral');

/** Returns the calibration of a model, or the neutral one if nothing was measured. Throws `data_file_invalid`. */
export const calibrationOf = (model: string): RecogniserCalibration =>
  readdirSync(folder).includes(`${model}.json`) ? read(model) : neutralCalibration;
