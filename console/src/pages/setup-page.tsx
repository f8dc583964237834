import { RegistrationForm } from '../components/registration-form.tsx';

/** The first account of an empty server. */
export const SetupPage = () => (
  <RegistrationForm
    title="Create the first account"
    lead="It administers this server. Others can be added afterwards."
    organisationHint="Whose agents and calls these are; it can stay empty."
  />
);
