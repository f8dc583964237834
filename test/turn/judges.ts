import { calibrationOf, neutralCalibration } from '../../media/engines/calibrations.ts';
import { languages } from '../../media/language/languages.ts';
import { createOverlapPhrases } from '../../media/turn/overlap-phrases.ts';
import { createOverlapVocabulary } from '../../media/turn/overlap-vocabulary.ts';
import { createOverlapJudge } from '../../media/turn/overlap-words.ts';
import { taskModels } from '../../models/manifest.ts';

const embedded = { calibration: calibrationOf(taskModels.recognition), languages: ['en'] };
const { overlap } = embedded.calibration;

/** The judge of the embedded recogniser. */
export const embeddedJudge = createOverlapJudge(embedded);

export const embeddedPhrases = createOverlapPhrases(
  createOverlapVocabulary(languages, overlap.misheard),
  overlap,
  embedded.languages,
);

/** The judge of a recogniser without measured calibration. */
export const neutralJudge = createOverlapJudge({ calibration: neutralCalibration, languages: ['en', 'hi'] });
