import { Anchor, Stack, Text } from '@mantine/core'
import { evidenceAddress } from './evidence-address.ts'

type Props = { evidenceUrl: string | null; evidence: string | null }

/**
 * What shows that an outcome holds. The link names its host, so that its text cannot pretend to lead
 * elsewhere, and what it opens learns nothing of this page.
 */
export function Evidence({ evidenceUrl, evidence }: Props) {
  const address = evidenceAddress(evidenceUrl)
  if (address === undefined && evidence === null) return null
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {address && (
        <Anchor
          href={address.href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          size="sm"
          aria-label={`Evidence at ${address.host}`}
        >
          {address.host}
        </Anchor>
      )}
      {evidence !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {evidence}
        </Text>
      )}
    </Stack>
  )
}
