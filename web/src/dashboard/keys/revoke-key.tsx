import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBan } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { revokeApiKey } from '../../api/api-keys.ts'
import type { ApiKey } from '../../api/api-types.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { toast } from '../../ui/dialogs/toasts.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { useOrganization } from '../session/use-organization.ts'

export function RevokeKey({ apiKey: { id, name, lastUsedAt } }: { apiKey: ApiKey }) {
  const { slug } = useOrganization()
  const queryClient = useQueryClient()
  const [isOpen, dialog] = useDisclosure()
  return (
    <>
      <Tooltip label="Revoke">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Revoke ${name}`}
          onClick={dialog.open}
        >
          <IconBan size={16} />
        </ActionIcon>
      </Tooltip>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        isOpen={isOpen}
        onClose={dialog.close}
        action="Revoke key"
        run={async () => {
          await revokeApiKey(slug, id)
          await queryClient.invalidateQueries({ queryKey: [slug, 'api-keys'] })
          toast(`${name} is revoked`)
        }}
      >
        <Text>
          Requests with this key are rejected as soon as it is revoked. This cannot be undone.
        </Text>
        <Text>
          Last used:{' '}
          <b>{lastUsedAt === null ? 'never' : <Timestamp at={lastUsedAt} as="distance" />}</b>
        </Text>
      </ConfirmDialog>
    </>
  )
}
