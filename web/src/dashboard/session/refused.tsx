import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

/** Over what somebody may read and not change: who may. */
export function Refused({ reason }: { reason: string }) {
  return (
    <Alert icon={<IconLock size={18} />} p="sm">
      {reason}.
    </Alert>
  )
}
