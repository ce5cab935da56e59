import { readApplicants } from '@paddock/contract/calls/approval';
import { useText } from '@paddock/mfe-kit/i18n';
import { List } from '@paddock/mfe-kit/list';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallInfinite } from '@paddock/mfe-kit/queries';
import { useSession } from '@paddock/mfe-kit/session';
import { Pane, ScreenHeader, Scroll } from '@paddock/ui/pane';
import { Empty } from '@paddock/ui/state';
import column from '../list-column.module.css';
import { ApplicantRow } from './applicant-row';
import { useDecision } from './use-decision';

/** Members waiting for approval, oldest first. */
export function Applicants() {
  const t = useText();
  const back = useBack('/main/admin');
  const { community } = useSession();
  const { waiting, propsOf, question } = useDecision();
  const query = useCallInfinite(
    readApplicants,
    { count: 30 },
    { live: true, next: ({ next }) => (next === undefined ? null : { after: next }) },
  );
  return (
    <Pane label={t('applicants.title')} surface="canvas">
      <ScreenHeader title={t('applicants.title')} column back={{ label: t('back'), onPress: back }} />
      <Scroll className={column.scroll}>
        <div className={column.column}>
          <List
            id="applicants"
            label={t('applicants.title')}
            rows={waiting(query.data?.pages.flatMap(({ users }) => users) ?? [])}
            rowKey={({ id }) => id}
            query={query}
            shape="person"
            divider="avatar"
            empty={
              <Empty
                title={t('applicants.nobody')}
                text={t('applicants.nobody_text', { community: community.title })}
              />
            }
            render={(applicant) => <ApplicantRow applicant={applicant} {...propsOf(applicant)} />}
          />
        </div>
      </Scroll>
      {question}
    </Pane>
  );
}
