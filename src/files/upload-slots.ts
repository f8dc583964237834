export interface UploadSlotsOptions {
  readonly atOnce: number;
  /** Maximum concurrent uploads per user. */
  readonly eachAtOnce: number;
}

/** Limits concurrent uploads: each uses a descriptor, buffers and disk space. */
interface UploadSlots {
  /** Returns a function to call when the upload is over; undefined without a free slot. */
  enter(userUuid: string): (() => void) | undefined;
}

export function createUploadSlots({ atOnce, eachAtOnce }: UploadSlotsOptions): UploadSlots {
  const slotsByUser = new Map<string, number>();
  let total = 0;
  return {
    enter(userUuid) {
      const slots = slotsByUser.get(userUuid) ?? 0;
      if (total >= atOnce || slots >= eachAtOnce) return undefined;
      slotsByUser.set(userUuid, slots + 1);
      total += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        total -= 1;
        const left = (slotsByUser.get(userUuid) ?? 1) - 1;
        if (left === 0) slotsByUser.delete(userUuid);
        else slotsByUser.set(userUuid, left);
      };
    },
  };
}
