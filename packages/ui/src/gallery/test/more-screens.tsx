import {
  Bell,
  Folder,
  IdCard,
  KeyRound,
  Link,
  LogOut,
  Pin,
  Settings,
  Tag,
  Trash2,
  Wallet,
  DoorOpen,
} from 'lucide-react';
import { PersonAvatar } from '../../avatar/avatar';
import { Button } from '../../button/button';
import { Card } from '../../card/card';
import { Switch } from '../../choice/choice';
import { Drawers } from '../../drawer/drawer';
import { Form, PasswordInput, TextInput } from '../../field/field';
import { Entry, Hero, Or } from '../../hero/hero';
import { MenuList } from '../../menu-list/menu-list';
import { ModuleTile } from '../../module-tile/module-tile';
import { Column, Pane, ScreenHeader, Scroll } from '../../pane/pane';
import { Framed, pictures } from './samples';

const nothing = () => undefined;

export function LandingScreen() {
  return (
    <Hero
      brand={{ name: 'Meridian GT', mark: <img src={pictures.mark} alt="" /> }}
      art={{ src: pictures.lane, alt: 'A car rolling down the pit lane at night' }}
      title="Everyone in the paddock, on one channel."
      text="For drivers, crews, officials and series staff. Accounts are checked by the series office before they open."
      actions={
        <>
          <Button size="l" variant="primary">
            Log in
          </Button>
          <Button size="l">Sign up</Button>
          <Button size="l" variant="outline" icon={IdCard}>
            Continue with licence ID
          </Button>
        </>
      }
      small={
        <>
          By signing up you accept the <a href="#terms">terms</a> and the <a href="#privacy">privacy policy</a>.
        </>
      }
    />
  );
}

export function EntryScreen() {
  return (
    <Entry
      side={{ src: pictures.dawn, caption: 'Meridian GT Series' }}
      mark={<img src={pictures.mark} alt="" />}
      title="Log in"
      text="Use the account the series office opened for you."
      back={{ label: 'Back', href: '#/' }}
    >
      <Form>
        <TextInput label="Username or e-mail" required defaultValue="j_berrueta" autoComplete="username" />
        <PasswordInput
          label="Password"
          required
          showLabel="Show password"
          hideLabel="Hide password"
          defaultValue="0123456789"
          aside={
            <a className="link" href="#send_password">
              Forgot password?
            </a>
          }
          error="That username and password don’t match. Check both and try again."
        />
      </Form>
      <div className="stack g3">
        <Button size="l" wide variant="primary">
          Log in
        </Button>
        <Or>or</Or>
        <Button size="l" wide variant="outline" icon={IdCard}>
          Continue with licence ID
        </Button>
      </div>
      <p className="label two">
        New to the paddock?{' '}
        <a className="link" href="#signup">
          Sign up
        </a>
      </p>
    </Entry>
  );
}

export function SettingsScreen() {
  const later = <p className="two">What it opens.</p>;
  return (
    <Framed tab="settings">
      <Pane label="Settings" ground>
        <ScreenHeader title="Settings" mid="wide" />
        <Scroll>
          <Column width="wide">
            <Card pad href="#profile" style={{ marginBlockEnd: '16px' }}>
              <PersonAvatar id="me" name="Joaquín Berrueta" src={pictures.face} online />
              <span className="grow">
                <span className="heading">Joaquín Berrueta</span>
                <br />
                <span className="label two">j_berrueta · Northfell Racing</span>
              </span>
            </Card>
            <Card>
              <Drawers
                open="notifications"
                items={[
                  { id: 'password', icon: KeyRound, title: 'Change password', children: later },
                  {
                    id: 'notifications',
                    icon: Bell,
                    title: 'Notifications',
                    sub: 'Some are off',
                    children: (
                      <>
                        <Switch defaultChecked>Mentions</Switch>
                        <Switch>Likes</Switch>
                        <Switch defaultChecked help="Notices">
                          Race bulletins
                        </Switch>
                      </>
                    ),
                  },
                  { id: 'out', icon: LogOut, title: 'Log out', children: later },
                  { id: 'delete', icon: Trash2, title: 'Delete account', danger: true, children: later },
                ]}
              />
            </Card>
          </Column>
        </Scroll>
      </Pane>
    </Framed>
  );
}

export function MenuScreen() {
  return (
    <Framed tab="menu">
      <Pane label="Menu">
        <ScreenHeader title="Menu" />
        <Scroll>
          <MenuList
            me={{
              href: '#profile',
              name: 'Joaquín Berrueta',
              sub: 'Your profile',
              avatar: <PersonAvatar id="me" name="Joaquín Berrueta" src={pictures.face} online />,
            }}
            items={[
              { id: 'notices', href: '#n', label: 'Notices', icon: Pin, badge: { count: 140, spoken: '140 unread' } },
              {
                id: 'classifieds',
                href: '#c',
                label: 'Classifieds',
                icon: Tag,
                badge: { count: 3, spoken: '3 unread' },
              },
              { id: 'links', href: '#l', label: 'Links', icon: Link },
              { id: 'files', href: '#f', label: 'Files', icon: Folder },
              { id: 'rooms', href: '#r', label: 'Rooms', icon: DoorOpen, fault: 'did not load' },
              { id: 'dues', href: '#d', label: 'Dues', icon: Wallet, badge: { count: 2, spoken: '2 due' } },
              { id: 'settings', href: '#s', label: 'Settings', icon: Settings },
            ]}
          />
        </Scroll>
      </Pane>
    </Framed>
  );
}

export function ModuleErrorScreen() {
  return (
    <Framed tab="rooms">
      <Pane label="Rooms" ground>
        <ModuleTile
          title="Rooms did not load"
          text="The other tabs work, and nothing you entered elsewhere is lost. Try again, or come back in a few minutes."
          module="rooms 2.4.1"
          code="MODULE_TIMEOUT"
          tried={
            <>
              twice, last at <span className="fig">15:04:21</span>
            </>
          }
          terms={{ module: 'Module', code: 'Code', tried: 'Tried' }}
          retryLabel="Retry"
          onRetry={nothing}
          whyLabel="Why is this?"
          whyHref="#diagnostics"
        />
      </Pane>
    </Framed>
  );
}
