import { Stack, Text } from '@mantine/core'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { SecretDialog } from '../../../ui/dialogs/secret-dialog.tsx'
import { CopyText } from '../../../ui/values/copy-text.tsx'

const VERIFY = `import { unwrapWebhook } from '@piecework/client'

const announcement = await unwrapWebhook(body, headers, {
  secret: process.env.PIECEWORK_WEBHOOK_SECRET,
})`

type Props = { title: string; secret: string | null; onClose: () => void }

/** Shows the secret of an endpoint once, with the code that verifies signatures with it. */
export function NewSecret({ title, secret, onClose }: Props) {
  if (secret === null) {
    // A retry after a lost response: only that response contained the secret.
    return (
      <Dialog title={title} isOpen onClose={onClose}>
        <Text>The secret did not arrive. Rotate it to get another one.</Text>
      </Dialog>
    )
  }
  return (
    <SecretDialog
      title={title}
      secret={secret}
      label="Copy secret"
      onClose={onClose}
      after={<Verify />}
    >
      <Text>
        Store this secret in your receiver now. It is shown only once, and proves that a request
        comes from this service.
      </Text>
    </SecretDialog>
  )
}

function Verify() {
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        In the receiver, with <b>body</b> as it was received, before any parser. Any library for
        Standard Webhooks works too.
      </Text>
      <CopyText text={VERIFY} label="Copy code" isBlock />
    </Stack>
  )
}
