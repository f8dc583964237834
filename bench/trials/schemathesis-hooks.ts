/** Name of the module that the fuzzer loads. */
export const hooksModule = 'parley_hooks';

/** Name of its additional check. */
export const ownCheck = 'valid_form_is_accepted';

/**
 * Error messages of rules that JSON Schema cannot express: between fields, and on values that only the server knows.
 * Rejecting a schema-valid request with them is correct.
 */
const rulesBeyondSchemas = [
  ...['must differ from start', 'must hold the message', 'at least one option for an enum', 'unique names'],
  ...['is needed for telephony', 'is for telephony alone', 'and no other amount'],
  ...['option twice', 'JSON schema whose type', 'KiB', 'levels', 'needs a recording_disclosure', 'header twice'],
  ...[
    'must be an http:// or https:// address',
    'must be https:// or http:// and a host',
    'must not contain a user name',
  ],
  ...['does not exist', 'a URL that begins with https', 'phone number in E.164'],
  ...['every delivery has this header', 'may bind a property', 'must not contain a pattern', 'a voice that GET'],
  ...[
    'or id must name a field',
    'those of a field stay',
    'id twice',
    'of the catalog',
    'does not answer in this campaign',
    'is not spoken by these voices',
    'no voice is of the model',
    'at most 50 groups',
    'objective gives away',
    'give phonemes or a respelling',
    'that accepts pronunciations',
    'because the address leads to another server',
    'and the voices of this installation speak',
    'must be a language of this voice',
    'is not recognised here',
    'must be one word of letters and digits',
    'must not be earlier than',
    'of the agent does not exist or is not kept',
    'must be in the future',
    // JSON Schema cannot express Unicode classes, nor white space that is normalised first.
    'must not contain line breaks or invisible characters',
    'must have the form Key:Value',
    'must be an address or a network',
    'if mcp names a tool',
    'must be null unless field_type is score',
    'a turn whose speaker is agent',
    'a proof has at most',
    'every request has this header',
    'may contain secrets only',
    'must name a secret',
    'is not a header that a connection may set',
    'requests set them',
    'is the published one',
    'must have a fixed host',
    'must write placeholders as',
    'register needs a username and a password',
    // End of a long list of errors, whose kinds come before it.
    '^and [0-9]+ more',
  ],
];

/**
 * Formats unknown to the fuzzer, and a check: if the schema allows a request, the server never returns 400 for the form
 * of a field (`body name: must not be empty`). Rejections based on stored data (an unknown document, a used link) do
 * not start with a field name and pass.
 */
export const hooksSource = `
import re
import schemathesis
from hypothesis import strategies as st

schemathesis.openapi.format("phone", st.integers(0, 9999).map(lambda n: f"+1202555{n:04d}"))
schemathesis.openapi.format("time-zone", st.sampled_from(["UTC", "Asia/Kolkata", "Europe/Berlin", "America/New_York"]))

FORM = re.compile(r"^(body|query|headers)\\b[^:]{0,200}: ")
BEYOND = re.compile(${JSON.stringify(rulesBeyondSchemas.join('|'))})

# A request repeated with the same Idempotency-Key answers with what the first one added, whatever its form says.
@schemathesis.hook
def before_call(context, case, kwargs=None):
    if case.path == "/api/v1/sales/calls" and case.headers:
        case.headers.pop("Idempotency-Key", None)

@schemathesis.check
def ${ownCheck}(ctx, response, case):
    meta = case.meta
    if meta is None or not meta.generation.mode.is_positive or response.status_code != 400:
        return None
    detail = response.json()["detail"]
    if not FORM.match(detail):
        return None
    wrong = [one for one in detail.split("; ") if not BEYOND.search(one)]
    if wrong:
        raise AssertionError("a request that the schema allows was refused for its form: " + "; ".join(wrong)[:300])
`;
