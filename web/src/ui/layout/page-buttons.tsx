import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

/** Undefined if there is no such page. */
type Props = { previous: (() => void) | undefined; next: (() => void) | undefined }

export function PageButtons({ previous, next }: Props) {
  return (
    <Group gap={8}>
      <ActionIcon
        variant="default"
        aria-label="Previous page"
        disabled={previous === undefined}
        onClick={previous}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label="Next page"
        disabled={next === undefined}
        onClick={next}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </Group>
  )
}
