import type { Platform, PlatformFeature } from '../src/kit/platform';

/** A device for tests: records its calls and returns the test's replies. */
export interface RecordingPlatform extends Platform {
  /** Every call in order, with its arguments. */
  readonly calls: readonly { name: string; args: readonly unknown[] }[];
  /** Makes the app visible again. */
  resume(awayMs: number): void;
}

/** The device's replies; calling a function without one throws an error with its name. */
export interface DeviceAnswers {
  kind?: Platform['kind'];
  /** Features that the device lacks; default: none. */
  missing?: readonly PlatformFeature[];
  share?: Platform['share'];
  position?: Platform['position'];
  positionAnswer?: Platform['positionAnswer'];
  pickContacts?: Platform['pickContacts'];
  addToCalendar?: Platform['addToCalendar'];
  takePicture?: Platform['takePicture'];
  store?: Platform['store'];
  push?: Partial<Platform['push']>;
  openAndWait?: Platform['openAndWait'];
}

/** Creates the device: `testKit({ …, platform: createRecordingPlatform({ share: async () => 'shared' }) })`. */
export function createRecordingPlatform(replies: DeviceAnswers = {}): RecordingPlatform {
  const calls: { name: string; args: readonly unknown[] }[] = [];
  const resumeHandlers = new Set<(awayMs: number) => void>();

  const recorded =
    <A extends unknown[], R>(name: string, reply?: (...args: A) => R) =>
    (...args: A): R => {
      calls.push({ name, args });
      if (!reply) throw new Error(`the test defines no reply to ${name}`);
      return reply(...args);
    };

  return {
    calls,
    kind: replies.kind ?? 'web',
    has: (feature) => !replies.missing?.includes(feature),
    onResume(handler) {
      resumeHandlers.add(handler);
      return () => void resumeHandlers.delete(handler);
    },
    share: recorded('share', replies.share),
    vibrate: recorded('vibrate', () => undefined),
    position: recorded('position', replies.position),
    positionAnswer: replies.positionAnswer ?? (() => undefined),
    forgetPosition: recorded('forgetPosition', () => undefined),
    pickContacts: recorded('pickContacts', replies.pickContacts),
    addToCalendar: recorded('addToCalendar', replies.addToCalendar),
    takePicture: recorded('takePicture', replies.takePicture),
    store: recorded('store', replies.store),
    push: {
      permission: recorded('push.permission', replies.push?.permission),
      subscribe: recorded('push.subscribe', replies.push?.subscribe),
      unsubscribe: recorded('push.unsubscribe', replies.push?.unsubscribe),
    },
    openAndWait: recorded('openAndWait', replies.openAndWait),
    resume: (awayMs) => resumeHandlers.forEach((handler) => handler(awayMs)),
  };
}
