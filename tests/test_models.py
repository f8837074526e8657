"""What is passed between the steps."""

from urltree.models import Branch, NodeCounts


def node(support):
    return NodeCounts("example.com", support, {})


def test_the_root_of_a_branch_is_not_asked():
    branch = Branch(node(1_000), node(2))
    assert branch.asked is branch.domain


def test_the_deepest_of_several_nodes_with_five_documents_is_asked():
    section, day = node(6), node(5)
    assert Branch(node(9), node(9), (section, day, node(4))).asked is day


def test_no_node_of_a_branch_need_have_enough_documents():
    assert Branch(node(9), node(8), (node(7),)).deepest(9) is None
