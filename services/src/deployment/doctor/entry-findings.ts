import type { DoctorInput, Finding } from './finding.js';

/** Settings with which only admins can enter the community. */
export function entryFindings({ config, hasAdmin, production }: DoctorInput): Finding[] {
  const { hosts, id, flags } = config;
  const found: Finding[] = [];
  if (production && hosts.length === 0)
    found.push({
      path: ['hosts'],
      problem: 'the community has no public host name',
      consequence: `In production it answers at ${id}.localhost only: members get UNKNOWN_COMMUNITY.`,
      remedy: 'Name its hosts, such as "hosts": ["paddock.example.org"].',
    });
  const sellsOnWeb = flags.web_subscriptions && flags.card_public_key !== undefined;
  if (flags.subscription_required && !sellsOnWeb && !flags.in_app_subscriptions)
    found.push({
      path: ['flags', 'subscription_required'],
      problem: 'members need a plan, and plans are sold neither on the web nor in the apps',
      consequence: 'A new member can enter only after a super admin has assigned a plan.',
      remedy:
        'Sell plans (web_subscriptions with card_public_key, or in_app_subscriptions), or set subscription_required to false.',
    });
  if (flags.admin_approval_required && hasAdmin === false)
    found.push({
      path: ['flags', 'admin_approval_required'],
      problem: 'members need the approval of an admin, and the community has no admin',
      consequence: 'No new member can enter.',
      remedy: `Make one: npm run admin -- ${id} <e-mail address>.`,
    });
  return found;
}
