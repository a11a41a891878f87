import { NativeSelect, Tooltip } from '@mantine/core'
import type { Member } from '../../api/api-types.ts'
import { changeRole, type Role } from '../../api/members.ts'
import { useOrganization } from '../session/use-organization.ts'
import { ROLE_NAMES, ROLES } from './roles.ts'
import { usePeopleChange } from './use-people-change.ts'

/** Changes a member's role immediately. Only owners can add or remove owners. */
export function RoleSelect({ member }: { member: Member }) {
  const { slug, refusalOf } = useOrganization()
  const change = usePeopleChange(
    slug,
    (role: Role) => changeRole(slug, member.id, role),
    (role) => `${member.name} is now ${role === 'admin' || role === 'owner' ? 'an' : 'a'} ${role}`,
  )
  const ofOwners = refusalOf('owners')
  const reason = refusalOf('people') ?? (member.role === 'owner' ? ofOwners : undefined)
  const offered = ROLE_NAMES.filter((role) => role !== 'owner' || ofOwners === undefined)
  const names = reason === undefined ? offered : [member.role]
  return (
    <Tooltip label={reason ?? ROLES[member.role].about}>
      <NativeSelect
        size="xs"
        w={130}
        aria-label={`Role of ${member.name}`}
        {...(reason === undefined ? {} : { 'aria-description': reason })}
        disabled={reason !== undefined || change.isPending}
        value={change.isPending ? change.variables : member.role}
        data={names.map((role) => ({ value: role, label: ROLES[role].label }))}
        onChange={(event) => {
          const role = ROLE_NAMES.find((name) => name === event.currentTarget.value)
          if (role !== undefined) change.mutate(role)
        }}
      />
    </Tooltip>
  )
}
