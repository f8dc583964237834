import { analyse } from '../../src/analysis/analyse.ts';
import { readConversation } from '../../src/analysis/conversation.ts';
import { featureNames, outcomeFeatures } from '../../src/analysis/outcome-features.ts';
import { acceptance, type FittedOutcome, outcomeModelOf } from '../../src/analysis/outcome-model.ts';
import type { Facts, Outcome } from '../../src/analysis/types.ts';
import { type Example, fitLogistic, probability } from './logistic.ts';
import { accuracy, areaUnderCurve, type Judged, macroF1 } from './scores.ts';
import { isValidation, type Labelled, type SgdDialogue, sgdTalk } from './sets.ts';

export const facts: Facts = {
  calledAt: '2019-03-01T12:00:00Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
};

const ridge = 100;
const folds = 8;

export const exampleOf = ({ id, transcript, isPositive }: Labelled): Example => ({
  id,
  isPositive,
  features: outcomeFeatures(readConversation(transcript)),
});

/** Returns weights fitted on the fitting part and their 8-fold cross-validation within it. */
export function fitOutcome(examples: readonly Example[]): {
  model: Omit<FittedOutcome, 'note'>;
  crossValidated: number;
} {
  const part = examples.filter(({ id }) => !isValidation(id));
  const judged = Array.from({ length: folds }, (_, fold) => {
    const weights = fitLogistic(
      part.filter((_, index) => index % folds !== fold),
      ridge,
    );
    return part
      .filter((_, index) => index % folds === fold)
      .map(({ features, isPositive }): Judged => ({ said: probability(weights, features) >= 0.5, truth: isPositive }));
  }).flat();
  const { intercept, weights } = fitLogistic(part, ridge);
  const named = Object.fromEntries(featureNames.map((name, k) => [name, Number(weights[k]!.toFixed(4))]));
  const model = {
    source: 'PersuasionForGood (Wang et al., ACL 2019), without its 300 annotated dialogues',
    licence: 'Apache-2.0',
    fittedOn: `${part.length} dialogues: those whose id has a SHA-256 that 5 does not divide`,
    intercept: Number(intercept.toFixed(4)),
    weights: named,
  };
  return { model, crossValidated: macroF1(judged) };
}

const accepting: ReadonlySet<Outcome> = new Set(['interested', 'visit_scheduled', 'follow_up_scheduled', 'resolved']);

export interface OutcomeFigures {
  readonly n: number;
  /** An empty outcome counts as a miss for the recall of its class. */
  readonly macroF1: number;
  /** Counts an empty outcome as "not accepted". */
  readonly macroF1EmptyAsNo: number;
  /** Only conversations with an outcome. */
  readonly macroF1Decided: number;
  readonly decided: number;
  readonly accuracyDecided: number;
  readonly auc: number | null;
}

/** Compares the analysed outcome with whether the conversation ended as intended. */
export function judgeOutcomes(labelled: readonly Labelled[]): OutcomeFigures {
  const judged = labelled.map(({ transcript, isPositive }): Judged => {
    const outcome = analyse(transcript, [], facts).outcome?.value;
    return { said: outcome === undefined ? null : accepting.has(outcome), truth: isPositive };
  });
  const decided = judged.filter(({ said }) => said !== null);
  const scored = labelled.map(({ transcript, isPositive }) => ({
    score: acceptance(readConversation(transcript)),
    truth: isPositive,
  }));
  return {
    n: judged.length,
    macroF1: macroF1(judged),
    macroF1EmptyAsNo: macroF1(judged.map(({ said, truth }) => ({ said: said ?? false, truth }))),
    macroF1Decided: macroF1(decided),
    decided: decided.length / Math.max(1, judged.length),
    accuracyDecided: accuracy(decided),
    auc: areaUnderCurve(scored),
  };
}

/** Returns the macro F1 of newly fitted weights on the validation part, for `--fit`. */
export const validateFit = (
  examples: readonly Example[],
  fitted: Pick<FittedOutcome, 'intercept' | 'weights'>,
): number => {
  const model = outcomeModelOf(fitted);
  const held = examples.filter(({ id }) => isValidation(id));
  return macroF1(
    held.map(({ features, isPositive }) => ({ said: probability(model, features) >= 0.5, truth: isPositive })),
  );
};

/**
 * Selects dialogues of one service in which the system made an offer; labels whether the user's last response to one was
 * yes. With several services, a later no leaves an earlier yes as it is.
 */
export function sgdAccepted(dialogues: readonly SgdDialogue[]): Labelled[] {
  const ofOneService = dialogues.filter(({ services }) => services.length === 1);
  return ofOneService.flatMap((dialogue) => {
    const answers = dialogue.turns.flatMap(({ frames }) =>
      frames.flatMap(({ actions }) => actions.map(({ act }) => act).filter((act) => act.endsWith('_INTENT'))),
    );
    const last = answers.findLast((act) => act === 'AFFIRM_INTENT' || act === 'NEGATE_INTENT');
    if (last === undefined) return [];
    return [{ id: dialogue.dialogue_id, transcript: sgdTalk(dialogue), isPositive: last === 'AFFIRM_INTENT' }];
  });
}
