"""A short story, invented for the tests of books."""

from __future__ import annotations

STORY = """\
Chapter 1

Mr. Harrow owned the mill at Penford. He had two daughters, Clara Harrow and Susan Harrow. Mrs. Harrow
loved them, but she feared the river.

“The water is rising,” said Mrs. Harrow. She looked at her husband.

“It rises every spring, my dear,” replied Mr. Harrow. He closed his book.

“You never listen to me!” cried his wife.

Clara laughed. She took her coat and left the house. Susan followed her to the bridge, where Captain
Edmund Vane was waiting. He greeted Clara warmly. Captain Vane was tall, and he wore a blue coat.

“Good morning, Miss Clara,” he said. “Is your father at home?”

“He is in the parlour,” said Clara. “But he is angry today.”

“Then I shall wait,” answered the captain.

Chapter 2

Lady Agnes Thorne arrived at noon. Lady Agnes hated the mill, and she said so.

“This noise is terrible,” she told Mr. Harrow.

“Your ladyship may leave,” said Mr. Harrow.

Susie giggled. Susan was the younger sister, and she admired Lady Agnes. Mrs. Harrow scolded Susan. The
captain praised her.

“Captain Vane, you are too kind,” said Susan.

Vane bowed. He gave Clara a letter, and Clara read it. Her hands trembled.

“Edmund, is this true?” asked Clara.

“It is true,” said Edmund Vane. “I sail on Monday.”

Chapter 3

The river broke the bridge on Sunday. Mr. Harrow lost his mill. Captain Vane saved Susan and Clara. Mrs. Harrow
thanked him.

“I told you so,” said Mrs. Harrow to Mr. Harrow.

Lady Agnes never came back to Penford. Clara married the captain in June, and Susan wrote her sister a long
letter.
"""
