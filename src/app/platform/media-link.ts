import type { MediaServer } from '../../../media/index.ts';
import { invariant } from '../../../media/kit/invariant.ts';
import type { MediaPlane } from './overrides.ts';

interface Attached {
  readonly server: MediaServer;
  /** Returns the voices of the engines in this configuration. */
  readonly listSpeakers: () => ReturnType<MediaPlane['listSpeakers']>;
}

/** The media plane as the control plane uses it. */
export interface MediaLink extends Pick<MediaServer, 'status' | 'endCall' | 'supervision' | 'tellAgent'> {
  readonly port: number;
  /** Returns false if no slot is free. */
  reserve(callUuid: string): boolean;
  /** Returns the number of calls for which this machine is rated. */
  slots(): number;
  isRefusing(): Promise<boolean>;
  /** Binds ports for the audio of a telephone; undefined if none is free. */
  openTelephone: MediaServer['telephones']['open'];
  /** Lets two telephones hear each other. */
  connectTelephones: MediaServer['telephones']['connect'];
  listSpeakers: Attached['listSpeakers'];
  attach(media: Attached): void;
}

/**
 * The only part that opens after its users: the media plane needs the control plane's ports before it opens, and opens
 * last so that an invalid configuration or database is reported before any model is loaded. Until then no stream is
 * open and none can be reserved.
 */
export function createMediaLink(): MediaLink {
  const attached: Attached[] = [];
  const media = (): Attached => {
    const [only] = attached;
    invariant(only, 'the media plane is not open yet');
    return only;
  };
  return {
    attach: (opened) => void attached.push(opened),
    get port() {
      return media().server.port;
    },
    status: () => media().server.status(),
    endCall: (callUuid, reason) => attached[0]?.server.endCall(callUuid, reason) ?? false,
    supervision: {
      takeOver: async (...args) => attached[0]?.server.supervision.takeOver(...args) ?? 'gone',
      handBack: (id) => attached[0]?.server.supervision.handBack(id) ?? false,
    },
    tellAgent: async (...args) => attached[0]?.server.tellAgent(...args),
    reserve: (callUuid) => attached[0]?.server.reserve(callUuid) === undefined,
    slots: () => attached[0]?.server.slots() ?? 0,
    isRefusing: async () => (await attached[0]?.server.status())?.admission.refusing !== undefined,
    openTelephone: async (beside) => attached[0]?.server.telephones.open(beside),
    connectTelephones: async (line, other) => attached[0]?.server.telephones.connect(line, other) ?? false,
    listSpeakers: () => media().listSpeakers(),
  };
}
