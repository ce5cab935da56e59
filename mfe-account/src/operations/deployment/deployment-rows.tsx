import type { DeployedModule, DeployedTab, DeploymentFinding } from '@paddock/contract/calls/operations';
import { useNow } from '@paddock/mfe-kit/format';
import { useFormat, useText } from '@paddock/mfe-kit/i18n';
import { Joined } from '@paddock/ui/joined';
import { ListRow } from '@paddock/ui/row';
import { Tag } from '@paddock/ui/tag';
import { Check, CircleAlert, Clock, Minus, Percent } from 'lucide-react';
import { Code } from '../operations-card';
import { ReleasesMenu } from './releases-menu';

/** A place in the deployment, what is wrong with it and what to do. The doctor speaks English. */
export function FindingRow({ path, problem, consequence, remedy }: DeploymentFinding) {
  return (
    <ListRow
      title={<Code>{path}</Code>}
      sub={
        <span dir="auto">
          {problem}
          {consequence && (
            <>
              <br />
              {consequence}
            </>
          )}
          {remedy && (
            <>
              <br />
              {remedy}
            </>
          )}
        </span>
      }
    />
  );
}

/** A tab and the module that serves it. */
export function TabRow({ tab: { id, title, namespace, module, off_by } }: { tab: DeployedTab }) {
  const t = useText();
  return (
    <ListRow
      title={<bdi>{title}</bdi>}
      sub={<Joined parts={[id, namespace, module ?? t('deployment.of_shell'), off_by]} />}
      end={
        off_by !== undefined && (
          <Tag kind="warn" icon={Minus}>
            {t('deployment.off')}
          </Tag>
        )
      }
    />
  );
}

const marks = {
  proven: { kind: 'ok', icon: Check },
  failing: { kind: 'bad', icon: CircleAlert },
  new: { kind: 'neutral', icon: Clock },
} as const;

/** A module with its release. */
export function ModuleRow({ module }: { module: DeployedModule }) {
  const t = useText();
  const format = useFormat();
  const now = useNow();
  const { id, title, version, channel, state, failures, problem, bytes, owner, released, moved, override, rollout } =
    module;
  const { kind, icon } = marks[state];
  const armText = (release: string, { members, failed }: { members: number; failed: number }) =>
    t('deployment.rollout_next', { version: release, members, failed });
  const lines = [
    [
      version,
      channel === undefined ? t('deployment.pinned') : t('deployment.channel', { channel }),
      bytes !== undefined && format.fileSize(bytes),
      owner !== undefined && t('deployment.owner', { owner }),
    ],
    [
      rollout &&
        (rollout.returned === undefined
          ? t('deployment.rollout', { percent: rollout.percent, version: rollout.version })
          : t('deployment.rollout_returned', { version: rollout.version })),
    ],
    rollout ? [armText(rollout.version, rollout.next), armText(version, rollout.before)] : [],
    [override !== undefined && t('deployment.only_you', { version: override })],
    [failures && t('deployment.failures', { count: failures.count, code: failures.code }), problem],
    [
      released && t('deployment.released', { by: released.by, ago: format.relative(released.at, now) }),
      released?.commit !== undefined && t('deployment.commit', { commit: released.commit }),
    ],
    [
      moved && t('deployment.moved', { by: moved.by, ago: format.relative(moved.at, now) }),
      moved?.before !== undefined && t('deployment.before', { version: moved.before }),
    ],
  ].filter((parts) => parts.some(Boolean));
  return (
    <ListRow
      title={
        <>
          <bdi>{title}</bdi> <Code>{id}</Code>
        </>
      }
      sub={lines.map((parts, index) => (
        <span key={index}>
          {index > 0 && <br />}
          <Joined parts={parts} />
        </span>
      ))}
      end={
        <>
          {rollout && (
            <Tag kind={rollout.returned === undefined ? 'warn' : 'bad'} icon={Percent}>
              {t(rollout.returned === undefined ? 'deployment.rollout_state' : 'deployment.rollout_ended')}
            </Tag>
          )}
          {(!rollout || state === 'failing') && (
            <Tag kind={kind} icon={icon}>
              {t(`deployment.states.${state}`)}
            </Tag>
          )}
          <ReleasesMenu module={module} />
        </>
      }
    />
  );
}
