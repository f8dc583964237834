import { Problem } from '../../http/problem.ts';

/** The same for one that is not there and one that is not shown. */
export const unknownCall = (uuid: string): Problem => new Problem('not_found', `Call ${uuid} does not exist.`);
