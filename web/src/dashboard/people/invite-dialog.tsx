import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import type { SentInvitation } from '../../api/api-types.ts'
import { invite } from '../../api/invitations.ts'
import type { Role } from '../../api/members.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { ApiForm } from '../../ui/forms/api-form.tsx'
import { TextField } from '../../ui/forms/fields.tsx'
import { useApiForm } from '../../ui/forms/use-api-form.ts'
import { useOrganization } from '../session/use-organization.ts'
import { InvitationLinkDialog } from './invitation-link-dialog.tsx'
import { ROLE_NAMES, ROLES } from './roles.ts'
import { usePeopleRefresh } from './use-people-change.ts'

const INITIAL: { email: string; role: Role } = { email: '', role: 'member' }

export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const { slug, name, refusalOf } = useOrganization()
  const refresh = usePeopleRefresh(slug)
  const [sent, setSent] = useState<SentInvitation>()
  const state = useApiForm({
    initial: INITIAL,
    send: (values) => invite(slug, values),
    onDone: (answer) => {
      void refresh()
      if (answer.url !== null) return setSent(answer)
      toast(`${answer.email} is invited`)
      onClose()
    },
  })
  if (sent) return <InvitationLinkDialog invitation={sent} onClose={onClose} />
  return (
    <Dialog title={`Invite to ${name}`} isOpen onClose={onClose}>
      <ApiForm state={state} action="Invite">
        <TextField
          form={state.form}
          name="email"
          type="email"
          label="Email"
          placeholder="ann@acme.com"
          data-autofocus
        />
        <Radio.Group
          label="Role"
          key={state.form.key('role')}
          {...state.form.getInputProps('role')}
        >
          <Stack gap="xs" mt={4}>
            {ROLE_NAMES.map((role) => (
              <Radio
                key={role}
                value={role}
                label={ROLES[role].label}
                description={
                  role === 'owner' ? (refusalOf('owners') ?? ROLES[role].about) : ROLES[role].about
                }
                disabled={role === 'owner' && refusalOf('owners') !== undefined}
              />
            ))}
          </Stack>
        </Radio.Group>
      </ApiForm>
    </Dialog>
  )
}
