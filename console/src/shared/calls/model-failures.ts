import { t } from '../../language/text.ts';

const failures: Readonly<Record<string, string>> = {
  llm_timeout: t('it did not answer in time'),
  llm_error: t('it could not be reached, or broke off'),
  llm_cut: t('its reply was cut off'),
  llm_garbage: t('its reply could not be used'),
  llm_withheld: t('its reply contained confidential instructions'),
};

/** Says why a language model did not give a reply: the server's own words or, without any, the kind of failure. */
export const failureText = ({
  failure,
  refusal,
}: {
  readonly failure: string | null;
  readonly refusal: string | null;
}): string | undefined => refusal ?? (failure === null ? undefined : (failures[failure] ?? failure));
