import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

/** Notice above read-only content: the roles that may change it. */
export function Refused({ reason }: { reason: string }) {
  return (
    <Alert icon={<IconLock size={18} />} p="sm">
      {reason}.
    </Alert>
  )
}
