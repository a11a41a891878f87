import { ActionIcon, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconLogout, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Member } from '../../api/api-types.ts'
import { leaveOrganization, removeMember } from '../../api/members.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { useOrganization } from '../session/use-organization.ts'
import { usePeopleRefresh } from './use-people-change.ts'

export function MemberActions({ member }: { member: Member }) {
  return member.isYou ? <Leave /> : <Remove member={member} />
}

function Remove({ member }: { member: Member }) {
  const { slug, name, refusalOf } = useOrganization()
  const refresh = usePeopleRefresh(slug)
  const [isOpen, dialog] = useDisclosure()
  const isRefused =
    refusalOf('people') !== undefined ||
    (member.role === 'owner' && refusalOf('owners') !== undefined)
  if (isRefused) return null
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${member.name}`}
        onClick={dialog.open}
      >
        <IconTrash size={16} />
      </ActionIcon>
      <ConfirmDialog
        title={`Remove ${member.name}?`}
        isOpen={isOpen}
        onClose={dialog.close}
        action={`Remove ${member.name}`}
        run={async () => {
          await removeMember(slug, member.id)
          await refresh()
          toast(`${member.name} is removed`)
        }}
      >
        <Text>
          {member.email} loses access to {name} immediately. The account and its past actions are
          kept, and you can invite the same address again.
        </Text>
      </ConfirmDialog>
    </>
  )
}

function Leave() {
  const { slug, name } = useOrganization()
  const refresh = usePeopleRefresh(slug)
  const navigate = useNavigate()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <ActionIcon variant="subtle" color="gray" aria-label={`Leave ${name}`} onClick={dialog.open}>
        <IconLogout size={16} />
      </ActionIcon>
      <ConfirmDialog
        title={`Leave ${name}?`}
        isOpen={isOpen}
        onClose={dialog.close}
        action={`Leave ${name}`}
        run={async () => {
          await leaveOrganization(slug)
          await navigate({ to: '/' })
          await refresh()
        }}
      >
        <Text>You lose access to this organization until you are invited again.</Text>
      </ConfirmDialog>
    </>
  )
}
