import { readdirSync } from 'node:fs';
import { type RecogniserCalibration, readCalibration } from '../language/calibration.ts';

const folder = new URL('../recogniser/calibration/', import.meta.url);

const read = (name: string): RecogniserCalibration => readCalibration(new URL(`${name}.json`, folder));

/** For a recogniser that nothing was measured of. */
export const neutralCalibration = read('neutral');

/** What was measured of a model; the neutral calibration where nothing was. Throws `data_file_invalid`. */
export const calibrationOf = (model: string): RecogniserCalibration =>
  readdirSync(folder).includes(`${model}.json`) ? read(model) : neutralCalibration;
