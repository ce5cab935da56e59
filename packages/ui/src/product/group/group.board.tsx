import { Ellipsis, Eye, Flag, Link, MessageCircle, UserCheck, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Board } from '../../gallery/board';
import { people } from '../../gallery/samples';
import { IconField } from '../../forms/icon-field/icon-field';
import { GroupAvatar, PersonAvatar } from '../../primitives/avatar/avatar';
import { groupIconDrawings } from '../../primitives/group-icon/group-icon-drawings';
import { Button, IconButton } from '../../primitives/button/button';
import { Rows } from '../../primitives/row/row';
import { Tag } from '../../primitives/tag/tag';
import { groupAct, GroupMark, GroupMemberRow, GroupMembers, GroupPage, GroupPanel, Outside } from './group';

const icons = Object.entries(groupIconDrawings).map(([id, icon]) => ({ id, label: id, icon }));
const marks = (
  <>
    <GroupMark icon={Eye} word="Visible" text="Everybody finds it" />
    <GroupMark icon={UserCheck} word="By request" text="An owner lets you in" />
  </>
);

export function GroupBoards() {
  const [icon, setIcon] = useState<string | null>('flag');
  return (
    <>
      <Board title="Group" bare>
        <GroupPage>
          <GroupPanel
            level={3}
            avatar={<GroupAvatar tone="var(--group-5)" />}
            title="Halden Racing"
            sub="24 members · 9 online"
            description="Cars 27 and 28. What is said in the garage stays in the garage."
            acts={
              <>
                <Button variant="primary" icon={MessageCircle} className={groupAct}>
                  Comment
                </Button>
                <Button variant="outline" icon={UserPlus} className={groupAct}>
                  Add members
                </Button>
                <Button variant="outline" icon={Link} className={groupAct}>
                  Invite link
                </Button>
              </>
            }
            marks={marks}
          />
          <GroupMembers label="Members">
            <Rows divider="avatar-m">
              <GroupMemberRow
                avatar={<PersonAvatar {...people.tamsin} size="m" />}
                name="Tamsin Okoro"
                sub="Northfell Racing"
                href="#tamsin"
                tags={<Tag>Owner</Tag>}
                action={<IconButton icon={Ellipsis} label="More for Tamsin" dense />}
              />
              <GroupMemberRow
                avatar={<PersonAvatar {...people.hugo} size="m" />}
                name="Hugo Lindqvist-Abara"
                tags={<Tag icon={Eye}>Read only</Tag>}
              />
            </Rows>
          </GroupMembers>
        </GroupPage>
      </Board>
      <Board title="Group, from outside" bare>
        <GroupPage outside>
          <GroupPanel
            level={3}
            avatar={<GroupAvatar tone="var(--group-11)" icon={Flag} />}
            title="Media and photo"
            sub="You are not a member"
            description="Photo positions, interview slots, embargoes, broadcast notes."
            marks={marks}
          />
          <Outside
            level={3}
            title="Not authorized"
            text="Only members see what is written here, the files and who is in it."
            action={<Button variant="primary">Join</Button>}
          />
        </GroupPage>
      </Board>
      <Board title="Icon field">
        <IconField label="Icon" options={icons} value={icon} onChange={setIcon} tone="var(--group-3)" />
      </Board>
    </>
  );
}
