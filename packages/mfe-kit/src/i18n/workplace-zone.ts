import { useSession } from '../session/session';

/** The workplace's zone, else the deployment's, else the device's. */
export function defaultZone(workplace: string | undefined, deployment: string): string {
  if (workplace !== undefined) return workplace;
  return deployment === 'UTC' ? deviceZone() : deployment;
}

export const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of what has none of its own (decisions, Names): wall times of forms, new events, rooms. */
export function useWorkplaceZone(): string {
  const { flags, workplace, workplaces } = useSession();
  return defaultZone(workplaces.find(({ id }) => id === workplace)?.time_zone, flags.time_zone);
}
