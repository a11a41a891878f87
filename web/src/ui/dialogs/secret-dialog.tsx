import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { CopyText } from '../values/copy-text.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  secret: string
  label: string
  onClose: () => void
  children: ReactNode
  /** How to use the secret. */
  after?: ReactNode
}

/**
 * Shows a secret that is shown only once. It can be closed after copying, or after the user
 * confirms that it is stored.
 */
export function SecretDialog({ title, secret, label, onClose, children, after }: Props) {
  const [isCopied, setCopied] = useState(false)
  const [isStored, setStored] = useState(false)
  return (
    <Dialog title={title} isOpen onClose={onClose} isKept size={560}>
      <Stack gap="md">
        {children}
        <CopyText text={secret} label={label} onCopied={() => setCopied(true)} isBlock />
        {after}
        <Checkbox
          label="I have stored it"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        <Group justify="flex-end">
          <Button onClick={onClose} disabled={!isCopied && !isStored}>
            Close
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
