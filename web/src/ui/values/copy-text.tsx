import { ActionIcon, Code, Group, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'

type Props = {
  text: string
  /** A more readable form of the text. */
  shown?: string
  label: string
  onCopied?: () => void
  isBlock?: boolean
}

/** Text with a button that copies it. */
export function CopyText({ text, shown = text, label, onCopied, isBlock = false }: Props) {
  const { copied, copy } = useClipboard()
  return (
    <Group gap={4} wrap="nowrap" align={isBlock ? 'flex-start' : 'center'}>
      <Code
        block={isBlock}
        flex={isBlock ? 1 : undefined}
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {shown}
      </Code>
      <Tooltip label={copied ? 'Copied' : label}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={label}
          onClick={() => {
            copy(text)
            onCopied?.()
          }}
        >
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}
