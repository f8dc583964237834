import { useLocalStorage, useSessionStorage } from '@mantine/hooks';

/** Whether the user has opened one of the first steps in this visit. */
export const useFollowedSteps = () =>
  useSessionStorage<boolean>({ key: 'parley.first_steps_followed', defaultValue: false });

/** Whether the user has hidden the first steps in this browser. */
export const useFirstStepsHidden = () =>
  useLocalStorage<boolean>({ key: 'parley.first_steps_hidden', defaultValue: false });
