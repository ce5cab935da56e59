import { useText } from '@paddock/mfe-kit/i18n';
import { useAddressPart } from '@paddock/mfe-kit/navigation';
import { useSession } from '@paddock/mfe-kit/session';
import { Toolbar } from '@paddock/ui/pane';
import { Segmented } from '@paddock/ui/segmented';
import { useAgreement } from '../closest/use-agreement';

const views = ['distance', 'abc'] as const;
type View = (typeof views)[number];

/** The order of the directory, in the address: without one, by distance on a device whose member shares the position. */
export function useView(): { view: View; setView: (view: View) => void; isOffered: boolean } {
  const { flags } = useSession();
  const { hasAgreed } = useAgreement();
  const [by, setView] = useAddressPart('by');
  const usual = hasAgreed ? 'distance' : 'abc';
  const isOffered = flags.people_tab.by_distance;
  return { view: isOffered ? (views.find((id) => id === by) ?? usual) : 'abc', setView, isOffered };
}

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useText();
  const options = views.map((id) => ({ id, label: t(`views.${id}`) }));
  return (
    <Toolbar>
      <Segmented label={t('views.label')} options={options} value={view} onChange={onChange} />
    </Toolbar>
  );
}
