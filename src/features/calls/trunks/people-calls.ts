import type { OrganisationId } from '../../../data/index.ts';
import type { HowEnded } from '../../../telephony/index.ts';
import type { OpenLegs } from '../phones/index.ts';
import type { TrunkProvider } from './provider.ts';
import type { TeammateCalls, TeammateRung } from './teammate-calls.ts';

export interface PeopleCallsOptions {
  readonly teammates: Pick<TeammateCalls, 'ring' | 'hangUp'>;
  readonly trunks: Pick<TrunkProvider, 'dialPerson' | 'hangUpPerson'>;
  readonly legs: Pick<OpenLegs, 'get' | 'connect'>;
  /** Called when the customer could not be dialled because of a fault of this server. */
  readonly onTrouble: (error: unknown) => void;
}

/** A call of a teammate to a customer. */
export interface PeopleCall {
  readonly organisation: OrganisationId;
  readonly callUuid: string;
  readonly userUuid: string;
  /** E.164, or an extension. */
  readonly teammateNumber: string;
  readonly customerNumber: string;
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  readonly onPickedUp: () => void;
  readonly onJoined: () => void;
  /** Called once, when both legs are over or will be. */
  readonly onEnd: (ended: HowEnded) => void;
}

/** Rings a teammate, and then dials a customer over a trunk. What the customer's line plays is heard while it rings. */
export interface PeopleCalls {
  call(call: PeopleCall): Promise<TeammateRung>;
}

const failed: HowEnded = { status: 'failed', reason: 'provider_failed' };

export function createPeopleCalls({ teammates, trunks, legs, onTrouble }: PeopleCallsOptions): PeopleCalls {
  async function connect(teammateId: string, customerId: string, onEnd: (ended: HowEnded) => void): Promise<void> {
    if (!(await legs.connect(teammateId, customerId))) onEnd(failed);
  }

  async function dialCustomer(call: PeopleCall, teammateId: string, onEnd: (ended: HowEnded) => void): Promise<string> {
    const { organisation, callUuid, customerNumber: to, ringSeconds, maxSeconds } = call;
    const request = { callUuid, from: '', to, answerUrl: '', hangupUrl: '', statusUrl: '', ringSeconds, maxSeconds };
    const placed = await trunks.dialPerson(organisation, request, {
      beside: legs.get(teammateId)?.line,
      onAudio: (customerId) => void connect(teammateId, customerId, onEnd),
      onAnswered: call.onJoined,
      onEnd,
    });
    if (placed.kind === 'accepted') return placed.providerCallId ?? '';
    onEnd(placed.kind === 'rejected' ? { status: 'failed', reason: placed.reason } : failed);
    return '';
  }

  return {
    call(call) {
      let customerId = '';
      let isOver = false;
      function end(ended: HowEnded, teammateId: string): void {
        if (isOver) return;
        isOver = true;
        teammates.hangUp(teammateId);
        if (customerId !== '') trunks.hangUpPerson(customerId);
        call.onEnd(ended);
      }
      let teammate = '';
      return teammates.ring({
        organisation: call.organisation,
        callerNumber: call.customerNumber,
        transferUuid: call.callUuid,
        userUuid: call.userUuid,
        phoneNumber: call.teammateNumber,
        ringSeconds: call.ringSeconds,
        maxSeconds: call.maxSeconds,
        onAnswered(teammateId) {
          teammate = teammateId;
          call.onPickedUp();
          const onCustomerEnd = (ended: HowEnded): void => end(ended, teammateId);
          dialCustomer(call, teammateId, onCustomerEnd).then(
            (id) => {
              customerId = id;
              if (isOver && id !== '') trunks.hangUpPerson(id);
            },
            (error: unknown) => {
              onTrouble(error);
              onCustomerEnd(failed);
            },
          );
        },
        onEnd: (ended) => end(ended, teammate),
      });
    },
  };
}
