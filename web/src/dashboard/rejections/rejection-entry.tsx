import { Stack, Text } from '@mantine/core'
import type { Rejection } from '../../api/api-types.ts'
import { unitsInWords } from '../../ui/values/quantity-in-words.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'

/** Who rejected an outcome and withdrew the rejection, with when and why. */
export function RejectionEntry({ rejection }: { rejection: Rejection }) {
  const { quantity, rejectedAt, reason, actor, actorName } = rejection
  const { withdrawnAt, withdrawReason, withdrawnBy, withdrawnByName } = rejection
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        {unitsInWords(quantity)} rejected, <Timestamp at={rejectedAt} />
      </Text>
      <Text size="sm" c="dimmed">
        By {actorName ?? actor}: {reason}
      </Text>
      {withdrawnAt !== null && (
        <>
          <Text size="sm" fw={500}>
            Withdrawn, <Timestamp at={withdrawnAt} />
          </Text>
          <Text size="sm" c="dimmed">
            By {withdrawnByName ?? withdrawnBy}
            {withdrawReason !== null && `: ${withdrawReason}`}
          </Text>
        </>
      )}
    </Stack>
  )
}
