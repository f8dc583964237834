import type { Dialect, WireCommand } from '../../line/wire.ts';
import { TelephonyASession, telephonyA } from './telephony-a.ts';

/** The messages of telephony_a, without one that presses keys; audio may arrive before `start`, and no `stop` does. */
export const vobiz: Dialect = {
  ...telephonyA,
  name: 'vobiz',
  sendsKeys: false,
  open: () => new Session(),
};

class Session extends TelephonyASession {
  override print(command: WireCommand): readonly string[] {
    return command.type === 'dtmf' ? [] : super.print(command);
  }
}
