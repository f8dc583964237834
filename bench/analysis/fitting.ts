import { writeFile } from 'node:fs/promises';
import { exampleOf, fitOutcome, validateFit } from './outcomes.ts';
import { folderOf, isValidation, readPersuasion, readSgd, readTau, sgdTalk } from './sets.ts';
import { fitRoles } from './swaps.ts';

const note = 'Weights of a logistic regression over the features of outcome-features.ts. It has no text of its source.';

export async function fitTo(data: string): Promise<number> {
  const folder = folderOf(data, 'persuasionforgood');
  if (folder === undefined) return 1;
  const examples = (await readPersuasion(folder)).map(exampleOf);
  const { model, crossValidated } = fitOutcome(examples);
  await writeFile('src/analysis/outcome-model.json', `${JSON.stringify({ note, ...model }, null, 2)}\n`);
  const validated = validateFit(examples, model).toFixed(3);
  process.stdout.write(`macro-F1: ${crossValidated.toFixed(3)} in 8 parts, ${validated} on the validation part\n`);
  return 0;
}

/** Uses every third dialogue of sgd/train, so that the set does not outweigh the others. */
export async function fitRolesTo(data: string): Promise<number> {
  const [sgd, tau] = [folderOf(data, 'sgd/train'), folderOf(data, 'tau-bench')];
  const persuasion = folderOf(data, 'persuasionforgood');
  if (sgd === undefined || tau === undefined || persuasion === undefined) return 1;
  const dialogues = (await readSgd(sgd)).filter((_, index) => index % 3 === 0);
  const talks = [
    ...dialogues.map((dialogue) => ({ id: dialogue.dialogue_id, transcript: sgdTalk(dialogue) })),
    ...(await readTau(tau)),
    ...(await readPersuasion(persuasion)),
  ].filter(({ id }) => !isValidation(id));
  process.stdout.write(`${JSON.stringify(fitRoles(talks), null, 2)}\n`);
  return 0;
}
